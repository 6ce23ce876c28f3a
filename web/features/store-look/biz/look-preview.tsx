import { styled } from '@mui/material/styles'
import { companyCalls } from '#contract/company'
import { LookTheme } from '#web/app/theme/store-theme-provider.tsx'
import { DEFAULT_STORE_KEY, type StoreLook } from '#web/app/theme/stores.ts'
import { promise } from '#web/features/home/shared/promise.ts'
import { useCall } from '#web/lib/query-client.ts'
import { MainButton, NextButton, QuietButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { LookLogo } from '#web/ui/store-logo.tsx'
import { Yen } from '#web/ui/yen.tsx'

const Frame = styled('div')(({ theme }) => {
  const { palette } = theme.okuru
  return {
    overflow: 'hidden',
    fontSize: 14,
    lineHeight: 1.75,
    color: palette.font.main,
    background: palette.bg.page,
    border: `1px solid ${palette.border.medium}`,
    borderRadius: 16,
    '& .bar': {
      display: 'flex',
      alignItems: 'center',
      gap: 12,
      minHeight: 56,
      padding: '0 16px',
      color: palette.brand.contrastText,
      background: palette.brand.main,
      fontSize: 13,
    },
    '& .bar > :last-child': { marginLeft: 'auto', fontWeight: 700 },
    '& .hero': { display: 'grid', gap: 12, padding: '20px 16px' },
    '& .title': { ...theme.typography.h1, fontSize: 28, lineHeight: 1.32, color: palette.primary.dark },
    '& .sub': { color: palette.font.sub },
    '& .body': { display: 'grid', gap: 12, padding: '0 16px 20px' },
    '& .deal': {
      display: 'flex',
      justifyContent: 'space-between',
      alignItems: 'end',
      padding: 16,
      borderRadius: 12,
      color: palette.brand.contrastText,
      background: palette.brand.main,
    },
    '& .deal b': { display: 'block', color: palette.accent.onBrand },
    '& .deal > span': { display: 'grid', fontSize: 12 },
    '& .deal > :last-child': { textAlign: 'right' },
    '& .choice': { display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 8, marginTop: 12 },
    '& .choice button': { padding: '8px' },
    '& .link': { color: palette.primary.main, textDecoration: 'underline', textUnderlineOffset: 3 },
    '& .foot': { padding: '16px', fontSize: 12, color: palette.font.sub, background: palette.bg.sunken },
  }
})

/** Real parts of the pages in the look that is being made. Nothing in it can be pressed. */
export function LookPreview({ look }: { look: StoreLook }) {
  const query = look.key === '' || look.key === DEFAULT_STORE_KEY ? {} : { store: look.key }
  const { data: dealers = [] } = useCall(companyCalls.dealers, { query })
  return (
    <LookTheme look={look}>
      <Frame inert>
        <div className="bar">
          <LookLogo look={look} />
          <span>ログイン</span>
        </div>
        <div className="hero">
          <p className="title">
            {look.headlineStart || promise.start}
            <br />
            {look.headlineStart ? look.headlineEnd : promise.end}
          </p>
          <p className="sub">{look.lead || promise.lead}</p>
          <NextButton>買取を申し込む</NextButton>
        </div>
        <div className="body">
          <div className="deal">
            <span>
              査定額の合計
              <Yen amount={12_400} size={28} />
            </span>
            <span>
              お返事の期限<b>12月1日(火)まで</b>
            </span>
          </div>
          <Card>
            <p style={{ display: 'flex', gap: 8, alignItems: 'center' }}>
              <StatusChip tone="ok">査定済み</StatusChip> ウールのコート
            </p>
            <p className="sub">袖口の毛玉 −¥500</p>
            <p>
              <span className="link">値段の理由を見る</span>
            </p>
            <div className="choice">
              <MainButton>売る</MainButton>
              <QuietButton>返してもらう</QuietButton>
            </div>
          </Card>
          <TextField label="メールアドレス" required defaultValue="hanako@example.com" readOnly />
          <Notice tone="wait" title="本人確認がまだ終わっていません">
            ご本人さまの確認がお済みでないため、お振込みをお待ちしています。
          </Notice>
        </div>
        <div className="foot">
          {look.footerNote && <p>{look.footerNote}</p>}
          {dealers.map(({ id, name, publicSafetyCommission, licenseNumber }) => (
            <p key={id}>
              {name}
              <br />
              古物商許可 {publicSafetyCommission} {licenseNumber}
            </p>
          ))}
        </div>
      </Frame>
    </LookTheme>
  )
}
