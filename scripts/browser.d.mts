/** Path of a browser that starts; throws a `UserError` when there is none and none can be installed. */
export function ensureBrowser(): Promise<string>
