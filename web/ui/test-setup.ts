import { configure } from '@testing-library/react'
import { vi } from 'vitest'

// The longest that a test waits for what a busy machine shows late.
configure({ asyncUtilTimeout: 15_000 })

// Files of tests share a worker with its window, because loading the libraries for each of them took two thirds of the
// time. What our own modules keep, and what the file before left behind, is gone.
vi.resetModules()
vi.useRealTimers()
vi.unstubAllGlobals()
localStorage.clear()
sessionStorage.clear()
document.getSelection()?.removeAllRanges()
document.title = ''
document.body.replaceChildren()
history.replaceState(null, '', '/')
