import './app/no-eval.ts'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { loadFullFontLater } from './app/fonts/load-full-font.ts'
import { firstPage } from './app/router.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root')

loadFullFontLater()
// As a transition the first drawing is done in short pieces, so that a slow phone answers a touch in between.
const draw = () =>
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  )

// Not awaited here: the pages use code of this file, and would wait for it while it waits for them.
void firstPage().then(draw, draw)
