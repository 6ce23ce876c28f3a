// A page of the storefront as the server draws it with what its visitor may read, and the messages by which the process
// and its drawing thread (web/app/drawing.thread.ts) agree on it.

/** What the document knows of a visit. `page` is the address without its origin; `width` in pixels. */
export interface PageVisit {
  page: string
  store: string
  width: number
}

/** A response that is part of the page, by the key under which the program keeps it. */
export interface DrawnResponse {
  key: readonly unknown[]
  data: unknown
}

export interface DrawnPage {
  html: string
  css: string
  responses: readonly DrawnResponse[]
}

/** What the document gets: for a customer with a new access token, because the old one has often run out. */
export interface VisitAnswer extends DrawnPage {
  access: string | null
}

/** `looks`: as in the document. */
export type ToDrawing =
  | { id: number; visit: PageVisit; signedIn: boolean; looks: string }
  | { id: number; request: number; status: number; body: string }

export type FromDrawing =
  | { id: number; request: number; path: string }
  | { id: number; page: DrawnPage | null }
  | { id: number; failed: string }
