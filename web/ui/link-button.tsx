import { createLink } from '@tanstack/react-router'
import { MainButton, NextButton, QuietButton } from './button.tsx'

export const NextLink = createLink(NextButton)
export const MainLink = createLink(MainButton)
export const QuietLink = createLink(QuietButton)
