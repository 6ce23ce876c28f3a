import { useEffect } from 'react'

/** Who comes back from another site with the browser's back button may see the page exactly as it was left. */
export function useShownAgain(act: () => void): void {
  useEffect(() => {
    const shown = ({ persisted }: PageTransitionEvent) => persisted && act()
    window.addEventListener('pageshow', shown)
    return () => window.removeEventListener('pageshow', shown)
  })
}
