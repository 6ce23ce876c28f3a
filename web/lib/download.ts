const KEEP_MS = 60_000

export function saveFile(file: Blob, otherwise: string): string {
  const name = file instanceof File ? file.name : otherwise
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // Some browsers read the URL only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), KEEP_MS)
  return name
}
