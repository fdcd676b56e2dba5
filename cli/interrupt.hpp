#pragma once

namespace warpmark {

/// From here on Ctrl-C (SIGINT) and SIGTERM are noted, so that what is measured can be ended in
/// good order; a second one ends the program at once. A journal that may not grow (SIGXFSZ) is an
/// error of the write, not the program's death.
void note_interrupts();

/// Whether there was one.
bool interrupted();

}  // namespace warpmark
