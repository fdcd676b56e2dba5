#pragma once

namespace warpmark {

/// Installs handlers that record Ctrl-C (SIGINT) and SIGTERM, so that a run can end cleanly; a
/// second signal ends the program at once. SIGXFSZ is ignored, so that a journal beyond the file
/// size limit is a write error.
void note_interrupts();

/// Whether a signal was recorded.
bool interrupted();

}  // namespace warpmark
