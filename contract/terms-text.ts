import { normalizeDigits } from './text.ts'

export const isTermsVersion = (text: string): boolean => /^[0-9A-Za-z][0-9A-Za-z._-]{0,19}$/.test(text)

export interface Article {
  heading: string
  text: string
}

const heading = /^第[0-9０-９一二三四五六七八九十百]+条/

/** A line that starts with 第…条 is a heading. */
export function articlesOf(body: string): Article[] {
  const articles: Article[] = []
  for (const line of body.split('\n')) {
    const last = articles[articles.length - 1]
    if (heading.test(line)) articles.push({ heading: line.trim(), text: '' })
    else if (!last) articles.push({ heading: '', text: line })
    else last.text = last.text ? `${last.text}\n${line}` : line
  }
  return articles.map((article) => ({ heading: article.heading, text: article.text.trim() }))
}

const numberOf = (title: string): string => normalizeDigits(heading.exec(title)?.[0] ?? '')

export function termsProblem(body: string): string | undefined {
  const articles = articlesOf(body.trim())
  const titled = articles.filter((article) => article.heading !== '')
  if (titled.length === 0) {
    return '「第1条(この規約について)」のように、条の番号で始まる見出しの行を入れてください。'
  }
  const empty = titled.find(({ text }) => text === '')
  if (empty) return `「${empty.heading.slice(0, 30)}」の本文がありません。`
  const numbers = titled.map((article) => numberOf(article.heading))
  const repeated = numbers.find((number, index) => numbers.indexOf(number) !== index)
  return repeated ? `${repeated}が2回あります。条の番号を確かめてください。` : undefined
}
