import { createLink } from '@tanstack/react-router'
import { MainButton, NextButton, QuietButton } from './button.tsx'

/** The buttons that lead to another page: real links, checked against the addresses there are. */
export const NextLink = createLink(NextButton)
export const MainLink = createLink(MainButton)
export const QuietLink = createLink(QuietButton)
