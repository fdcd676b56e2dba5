#include "simt/memory/global_memory.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/device_error.hpp"

namespace warpmark::simt {
namespace {

constexpr std::uint64_t guard_bytes = 1 << 16;
constexpr std::size_t remembered_releases = 256;

// The size with a bit per byte for shadow_bytes.
std::uint64_t with_marks(std::uint64_t size) { return size + size / 8; }

std::string describe_labelled(const allocation& in, const memory_label& label,
                              std::uint64_t address) {
  if (address < label.address)
    return fmt::format("{} bytes before {}[0]", label.address - address, label.name);
  const std::uint64_t offset = address - label.address;
  if (label.element_bytes == 1)
    return fmt::format("byte {} of {}, which has {} bytes", offset, label.name,
                       in.base + in.size - label.address);
  const std::uint64_t count = (in.base + in.size - label.address) / label.element_bytes;
  const std::uint64_t index = offset / label.element_bytes;
  std::string text = fmt::format("{}[{}]", label.name, index);
  if (offset % label.element_bytes != 0)
    text += fmt::format(" and {} bytes", offset % label.element_bytes);
  if (index >= count)
    text += fmt::format(", beyond its {} elements of {} bytes", count, label.element_bytes);
  return text;
}

}  // namespace

std::uint64_t global_memory::allocate(std::uint64_t size) {
  if (size > capacity_ - used_)
    throw device_memory_error(
        fmt::format("simt: allocate({} bytes): {} of {} bytes are in use", size, used_, capacity_));
  if (budget_ != nullptr) budget_->charge(with_marks(size));
  auto* bytes = static_cast<std::byte*>(std::calloc(std::max<std::uint64_t>(size, 1), 1));
  if (!bytes)
    throw device_memory_error(
        fmt::format("simt: allocate({} bytes): the host is out of memory", size));
  storage_.emplace_back();
  storage_.back().bytes.reset(bytes);
  storage_.back().written = std::make_unique<shadow_bytes>(size);
  live_.push_back({next_, size, bytes, storage_.back().written.get()});
  used_ += size;
  next_ = (next_ + size + guard_bytes + 255) & ~std::uint64_t{255};
  return live_.back().base;
}

void global_memory::release(std::uint64_t base) noexcept {
  const auto found = std::lower_bound(live_.begin(), live_.end(), base,
                                      [](const allocation& a, auto b) { return a.base < b; });
  if (found == live_.end() || found->base != base) return;
  if (released_.size() == remembered_releases) released_.erase(released_.begin());
  released_.push_back(*found);
  used_ -= found->size;
  if (budget_ != nullptr) budget_->refund(with_marks(found->size));
  labels_.erase(base);
  storage_.erase(storage_.begin() + (found - live_.begin()));
  live_.erase(found);
}

const allocation* global_memory::find(std::uint64_t address, std::uint64_t length) const {
  auto after = std::upper_bound(live_.begin(), live_.end(), address,
                                [](auto b, const allocation& a) { return b < a.base; });
  if (after == live_.begin()) return nullptr;
  --after;
  return after->holds(address, length) ? &*after : nullptr;
}

std::byte* global_memory::bytes(std::uint64_t address, std::uint64_t length,
                                const char* call) const {
  const allocation* found = find(address, length);
  if (!found)
    throw device_error(fmt::format("simt: {}: {} bytes at {:#x} are not all mapped: {}", call,
                                   length, address, describe(address)));
  return found->bytes + (address - found->base);
}

void global_memory::mark_written(std::uint64_t address, std::uint64_t length) const {
  if (const allocation* in = find(address, length)) in->written->mark(address - in->base, length);
}

void global_memory::forget_written(std::uint64_t address, std::uint64_t length) const {
  if (const allocation* in = find(address, length)) in->written->clear(address - in->base, length);
}

void global_memory::label(const memory_label& label) {
  if (const allocation* in = find(label.address, 0)) labels_[in->base] = label;
}

std::string global_memory::describe(std::uint64_t address) const {
  for (auto item = released_.rbegin(); item != released_.rend(); ++item)
    if (address >= item->base && address < item->base + item->size)
      return fmt::format("inside the released {}-byte allocation at {:#x}", item->size, item->base);
  const allocation* nearest = nullptr;
  for (const allocation& live : live_)
    if (live.base <= address) nearest = &live;
  if (nearest && address - nearest->base < nearest->size + guard_bytes) {
    const auto label = labels_.find(nearest->base);
    if (label != labels_.end()) return describe_labelled(*nearest, label->second, address);
    return fmt::format("at byte {} of the {}-byte allocation at {:#x}", address - nearest->base,
                       nearest->size, nearest->base);
  }
  return "near no allocation";
}

}  // namespace warpmark::simt
