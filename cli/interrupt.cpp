#include "cli/interrupt.hpp"

#include <csignal>

namespace warpmark {

namespace {

volatile std::sig_atomic_t interrupt_seen = 0;

void note(int) {
  interrupt_seen = 1;
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

}  // namespace

void note_interrupts() {
  std::signal(SIGINT, note);
  std::signal(SIGTERM, note);
  std::signal(SIGXFSZ, SIG_IGN);
}

bool interrupted() { return interrupt_seen != 0; }

}  // namespace warpmark
