/** Path of a browser that starts; refuses with its cure when there is none and none can be had. */
export function ensureBrowser(): Promise<string>
