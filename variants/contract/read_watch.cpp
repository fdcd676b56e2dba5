#include "variants/contract/read_watch.hpp"

namespace warpmark {
namespace {

thread_local read_watch* innermost = nullptr;

}  // namespace

read_watch::read_watch(std::span<const std::string> names)
    : names_(names), was_read_(names.size(), false), outer_(innermost) {
  innermost = this;
}

read_watch::~read_watch() { innermost = outer_; }

std::vector<std::size_t> read_watch::reads() const {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < was_read_.size(); ++i)
    if (was_read_[i]) places.push_back(i);
  return places;
}

void read_watch::note(std::string_view name) {
  if (innermost == nullptr) return;
  for (std::size_t i = 0; i < innermost->names_.size(); ++i)
    if (innermost->names_[i] == name) innermost->was_read_[i] = true;
}

void read_watch::note_all() {
  if (innermost != nullptr) innermost->was_read_.assign(innermost->names_.size(), true);
}

}  // namespace warpmark
