#include "bench/core/guarded_buffer.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include <fmt/format.h>

namespace warpmark {
namespace {

// A multiple of every vector width and of the 256 bytes that allocations are aligned to.
constexpr std::size_t canary_bytes = 256;
constexpr std::byte canary_byte{0xA5};
constexpr std::uint32_t canary_word = 0xA5A5A5A5;
constexpr std::uint32_t poison_word = 0xCDCDCDCD;

}  // namespace

guarded_buffer::guarded_buffer(backend& machine, std::size_t size_bytes, std::size_t lead_bytes)
    : machine_(&machine),
      size_bytes_(size_bytes),
      lead_bytes_(lead_bytes),
      guard_bytes_(machine.capabilities().reports_stray_accesses ? 0 : canary_bytes),
      base_(
          machine.allocate(std::max<std::size_t>(1, lead_bytes + size_bytes + 2 * guard_bytes_))) {
  write_guards();
}

guarded_buffer::~guarded_buffer() {
  if (machine_ != nullptr) machine_->release(base_);
}

guarded_buffer::guarded_buffer(guarded_buffer&& other) noexcept
    : machine_(other.machine_),
      size_bytes_(other.size_bytes_),
      lead_bytes_(other.lead_bytes_),
      guard_bytes_(other.guard_bytes_),
      base_(other.base_) {
  other.machine_ = nullptr;
}

void guarded_buffer::poison() {
  machine_->fill(address(), scalar_argument::of(poison_word), size_bytes_ / 4);
  const std::array<std::byte, 3> rest{poison_byte, poison_byte, poison_byte};
  if (size_bytes_ % 4 != 0)
    machine_->upload(address() + size_bytes_ / 4 * 4, std::span(rest).first(size_bytes_ % 4));
  machine_->forget(address(), size_bytes_);
}

void guarded_buffer::clear() {
  machine_->fill(address(), scalar_argument::of(std::uint32_t{0}), size_bytes_ / 4);
  if (size_bytes_ % 4 != 0)
    machine_->upload(address() + size_bytes_ / 4 * 4,
                     std::vector<std::byte>(size_bytes_ % 4, std::byte{0}));
}

void guarded_buffer::write_guards() {
  if (guard_bytes_ == 0) return;
  write_guards(base_ + lead_bytes_);
  write_guards(address() + size_bytes_);
}

// A fill is asynchronous, but its target must be word-aligned.
void guarded_buffer::write_guards(device_pointer at) {
  if (at % sizeof(canary_word) == 0)
    machine_->fill(at, scalar_argument::of(canary_word), guard_bytes_ / sizeof(canary_word));
  else
    machine_->upload(at, std::vector<std::byte>(guard_bytes_, canary_byte));
}

std::string guarded_buffer::damage() const {
  if (guard_bytes_ == 0) return "";
  std::vector<std::byte> canary(guard_bytes_);
  const auto first_bad = [&] {
    const auto bad = std::find_if(canary.begin(), canary.end(),
                                  [](std::byte value) { return value != canary_byte; });
    return static_cast<std::size_t>(bad - canary.begin());
  };
  machine_->download(canary, address() + size_bytes_);
  if (const std::size_t at = first_bad(); at < guard_bytes_)
    return fmt::format("a write {} bytes past the end", at);
  machine_->download(canary, base_ + lead_bytes_);
  if (const std::size_t at = first_bad(); at < guard_bytes_)
    return fmt::format("a write {} bytes before the start", guard_bytes_ - at);
  return "";
}

}  // namespace warpmark
