import { Notice } from './notice.tsx'

/** In place of the dialog of a conflict that was closed. */
export const ConflictPutOff = ({ onOpen }: { onOpen: () => void }) => (
  <Notice
    tone="late"
    title="まだ保存できていません"
    actions={
      <button type="button" onClick={onOpen}>
        違うところを見て選ぶ
      </button>
    }
  >
    ほかの人が書き換えた項目があります。残すほうを選ぶと、保存を続けます。
  </Notice>
)
