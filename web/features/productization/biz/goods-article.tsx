import { Link } from '@tanstack/react-router'

/** A file names an article by its code. */
export const ArticleLink = ({ slug, title }: { slug: string; title: string }) => (
  <Link to="/biz/productization" search={{ q: slug }} target="_blank">
    {title || slug}
  </Link>
)

const most = 60

/** Of a long text, where a table has little room. */
export const clipped = (text: string): string => {
  const characters = Array.from(text)
  return characters.length > most ? `${characters.slice(0, most).join('')}…` : text
}
