import type { Data } from './data.ts'
export async function benchPages(_data: Data): Promise<void> {}
