/** 古物営業法18条: three years from the record. */
export const lawMonths = 36
/** 消費税法30条: seven years from two months after a tax year that may end up to a year after the record. */
export const taxMonths = 7 * 12 + 12 + 2
