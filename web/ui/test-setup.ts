import { configure } from '@testing-library/react'
import { vi } from 'vitest'

// The longest that a test waits for what a busy machine shows late.
configure({ asyncUtilTimeout: 15_000 })

// Test files share a worker and its window, because loading the libraries for each file took two thirds of the time.
// This runs before each file: it reloads our own modules and removes what the previous file left in the window.
vi.resetModules()
vi.useRealTimers()
vi.unstubAllGlobals()
localStorage.clear()
sessionStorage.clear()
document.getSelection()?.removeAllRanges()
document.title = ''
document.body.replaceChildren()
history.replaceState(null, '', '/')
