/** Case and width do not make another address. */
export function foldEmail(email: string): string {
  return email.normalize('NFKC').trim().toLowerCase()
}
