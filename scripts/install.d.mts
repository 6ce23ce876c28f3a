interface Package {
  version?: string
  integrity?: string
  dev?: boolean
  optional?: boolean
  devOptional?: boolean
}

export function isInstalled(
  locked: Record<string, Package>,
  installed: Record<string, Package> | undefined,
  production: boolean,
): boolean
