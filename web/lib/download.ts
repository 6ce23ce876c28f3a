const KEEP_MS = 60_000

/** Hands a file that was fetched with the sign-in to the browser's own saving, under the server's name for it. */
export function saveFile(file: Blob, otherwise: string): string {
  const name = file instanceof File ? file.name : otherwise
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // Some browsers read the address only after the press has been handled.
  setTimeout(() => URL.revokeObjectURL(url), KEEP_MS)
  return name
}
