import { styled } from '@mui/material/styles'
import { Link } from '@tanstack/react-router'

const Small = styled('small')(({ theme }) => ({
  display: 'block',
  fontSize: 11,
  color: theme.okuru.palette.font.sub,
}))

/** A file names an article by its code. */
export const ArticleLink = ({ slug, title }: { slug: string; title: string }) => (
  <Link to="/biz/productization" search={{ q: slug }} target="_blank">
    {title || slug}
  </Link>
)

/** What a column contains, and its name in the file where that is another one. */
export const ColumnName = ({ label, column }: { label: string; column: string }) => (
  <>
    {label}
    {label !== column && <Small>{column}</Small>}
  </>
)

const most = 60

/** Of a long text, where a table has little room. */
export const clipped = (text: string): string => {
  const characters = Array.from(text)
  return characters.length > most ? `${characters.slice(0, most).join('')}…` : text
}
