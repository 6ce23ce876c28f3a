import './app/no-eval.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { loadFullFontLater } from './app/fonts/load-full-font.ts'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root')

loadFullFontLater()
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
