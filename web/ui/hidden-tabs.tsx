import { Global } from '@emotion/react'

/** For screens that need the room under the thumb themselves: two bars would cover too much of a phone. */
export const HiddenTabs = () => (
  <Global
    styles={{
      'html:root': { '--shell-bottom': '0px' },
      'nav[data-tabs]': { display: 'none !important' },
    }}
  />
)
