/** The tags of an advertisement's link, as its networks name them. */
export const advertisementTags = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'gclid',
  'yclid',
  'fbclid',
] as const
