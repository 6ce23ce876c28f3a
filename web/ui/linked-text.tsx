import { Fragment } from 'react'

/** Up to what cannot be in an address, and without the mark that ends a sentence. */
const address = /(https:\/\/[\w\-.~:/?#@!$&'*+;=%,]*[\w\-~/#@$&*+=%])/

/** Plain text whose addresses can be opened. Nothing else in it is markup. */
export function LinkedText({ children }: { children: string }) {
  return children.split(address).map((part, index) => {
    const isAddress = index % 2 === 1 && URL.canParse(part)
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other name, and keep no state
    if (!isAddress) return <Fragment key={index}>{part}</Fragment>
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: see above
      <a key={index} href={part} target="_blank" rel="noopener noreferrer nofollow">
        {part}
      </a>
    )
  })
}
