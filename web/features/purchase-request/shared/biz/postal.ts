/** `950-0087` */
export const postalText = (code: string): string => code.replace(/^(\d{3})-?(\d{4})$/, '$1-$2')
