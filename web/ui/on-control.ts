const controls = 'a, button, input, select, textarea, summary, label'

/** Whether a press within a row was for a link or a field in it, and not for the row. */
export function isOnControl(target: EventTarget, row: Element): boolean {
  const control = target instanceof Element ? target.closest(controls) : null
  return control !== null && control !== row && row.contains(control)
}
