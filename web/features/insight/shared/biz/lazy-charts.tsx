import { lazy } from 'react'

// The library of charts is heavy; only this page needs it.
const charts = () => import('./charts.tsx')

export const Columns = lazy(() => charts().then((module) => ({ default: module.Columns })))
export const Rows = lazy(() => charts().then((module) => ({ default: module.Rows })))
export const Spans = lazy(() => charts().then((module) => ({ default: module.Spans })))
export const Spread = lazy(() => charts().then((module) => ({ default: module.Spread })))
