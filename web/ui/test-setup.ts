import { configure } from '@testing-library/react'

// The longest that a test waits for what a busy machine shows late.
configure({ asyncUtilTimeout: 15_000 })
