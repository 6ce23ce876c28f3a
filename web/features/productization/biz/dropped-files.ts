const ENDINGS = /\.(jpe?g|png|webp|avif|heic|heif)$/i

/** Pictures by kind or name: some systems know no kind for HEIC, and the server says what to do with one. */
export const isPicture = (file: File): boolean => file.type.startsWith('image/') || ENDINGS.test(file.name)

const numbered = new Intl.Collator('ja', { numeric: true })

/** As the camera numbered them. */
export const inNameOrder = (files: readonly File[]): File[] =>
  files.filter(isPicture).toSorted((one, other) => numbered.compare(one.name, other.name))

async function filesIn(entry: FileSystemEntry): Promise<File[]> {
  if (entry.isFile)
    return [
      await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject)),
    ]
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  const found: File[] = []
  for (;;) {
    // A folder gives its entries in portions, the last of which is empty.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (some.length === 0) return found
    for (const one of some) found.push(...(await filesIn(one)))
  }
}

/** Files, and those of folders, that were dropped on the page. Entries have to be taken before anything is awaited. */
export async function droppedFiles(data: DataTransfer): Promise<File[]> {
  const items = [...data.items].filter(({ kind }) => kind === 'file')
  const entries = items.map((item) => item.webkitGetAsEntry?.() ?? null)
  if (!entries.some((entry) => entry?.isDirectory)) return inNameOrder([...data.files])
  const all = await Promise.all(entries.map((entry) => (entry ? filesIn(entry) : [])))
  return inNameOrder(all.flat())
}
