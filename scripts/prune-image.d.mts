export function imageFiles(): string[]
