import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { loadFullFontLater } from '../app/fonts/load-full-font.ts'
import { BizTheme, StoreThemeProvider } from '../app/theme/store-theme-provider.tsx'
import { ConfirmProvider } from './confirm.tsx'
import { Gallery } from './gallery.tsx'
import { BizGallery } from './gallery-biz.tsx'
import { Notifications } from './notify.tsx'

const biz = new URLSearchParams(window.location.search).has('biz')
const root = document.getElementById('root')
if (!root) throw new Error('The page has no root')

loadFullFontLater()
createRoot(root).render(
  <StrictMode>
    <StoreThemeProvider>
      <ConfirmProvider>
        {biz ? (
          <BizTheme>
            <BizGallery />
            <Notifications />
          </BizTheme>
        ) : (
          <>
            <Gallery />
            <Notifications />
          </>
        )}
      </ConfirmProvider>
    </StoreThemeProvider>
  </StrictMode>,
)
