import { Icon } from '#web/ui/icons.tsx'

export const PhotoPlaceholder = ({ size = 56 }: { size?: number }) => (
  <Icon name="hanger" size={size} style={{ opacity: 0.45 }} />
)
