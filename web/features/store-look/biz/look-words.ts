export const lookStates = {
  draft: { label: '下書き', tone: 'wait' },
  published: { label: '公開中', tone: 'ok' },
  withdrawn: { label: '表示終了', tone: 'plain' },
} as const
