#include "simt/instructions/builtins.hpp"

#include <cstring>

#include <fmt/format.h>

#include "simt/errors.hpp"
#include "simt/execution/block.hpp"
#include "simt/execution/device_heap.hpp"
#include "simt/execution/print_format.hpp"
#include "simt/execution/print_log.hpp"
#include "simt/instructions/lanes.hpp"
#include "simt/memory/access_watch.hpp"
#include "simt/memory/global_memory.hpp"

namespace warpmark::simt {
namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;

constexpr std::size_t longest_text = 1 << 16;

// Reads memory as one lane; memory that it may not access reads as zero.
class lane_reader {
 public:
  lane_reader(const lane_context& context, unsigned lane) : context_(context), lane_(lane) {}

  const std::byte* at(u64 address, u64 size) const {
    const u64 window = address & ~(window_bytes - 1), offset = address - window;
    if (window == local_window)
      return offset + size <= context_.local_bytes
                 ? context_.local + lane_ * context_.local_bytes + offset
                 : nullptr;
    if (window == shared_window)
      return offset + size <= context_.shared_bytes ? context_.shared + offset : nullptr;
    const allocation* found = context_.global->find(address, size);
    return found ? found->bytes + (address - found->base) : nullptr;
  }
  u64 number(u64 address, unsigned size) const {
    u64 value = 0;
    if (const std::byte* bytes = at(address, size)) std::memcpy(&value, bytes, size);
    return value;
  }
  std::string text(u64 address) const {
    std::string result;
    for (; result.size() < longest_text; ++address) {
      const std::byte* byte = at(address, 1);
      if (!byte || *byte == std::byte{0}) break;
      result += static_cast<char>(*byte);
    }
    return result;
  }

 private:
  const lane_context& context_;
  unsigned lane_;
};

// The arguments and the result of a call, for one lane.
class lane_call {
 public:
  lane_call(lane_context& context, const instruction& in, unsigned lane)
      : site_(context.program->calls[in.target]),
        frame_(context.local + lane * context.local_bytes +
               lanes_at<u64>(context, in.op[1])[lane]) {}

  u64 argument(std::size_t i) const {
    u64 value = 0;
    if (i < site_.arguments.size())
      std::memcpy(&value, frame_ + site_.arguments[i].offset,
                  std::min<std::size_t>(8, site_.arguments[i].size));
    return value;
  }
  void give(u64 value) const {
    if (!site_.results.empty())
      std::memcpy(frame_ + site_.results[0].offset, &value,
                  std::min<std::size_t>(8, site_.results[0].size));
  }

 private:
  const call_site& site_;
  std::byte* frame_;
};

// Returns the number of arguments, as the runtime's vprintf does.
void print(lane_context& context, const instruction& in, u32 active) {
  for_each_lane(active, [&](unsigned lane) {
    const lane_call call(context, in, lane);
    const lane_reader memory(context, lane);
    u64 next = call.argument(1);
    u64 count = 0;
    const std::string text = format_print(
        memory.text(call.argument(0)), {.next =
                                            [&](unsigned size) {
                                              next = (next + size - 1) / size * size;
                                              next += size;
                                              ++count;
                                              return memory.number(next - size, size);
                                            },
                                        .text = [&](u64 address) { return memory.text(address); }});
    context.prints->add(context.block, text);
    call.give(count);
  });
}

void fail_assertion(lane_context& context, const instruction& in, u32 active) {
  const auto lane = static_cast<unsigned>(std::countr_zero(active));
  const lane_call call(context, in, lane);
  const lane_reader memory(context, lane);
  throw device_error(fmt::format("simt: {}:{}: {}: {}: assertion `{}' failed",
                                 memory.text(call.argument(1)), static_cast<u32>(call.argument(2)),
                                 memory.text(call.argument(3)), who(context, lane),
                                 memory.text(call.argument(0))));
}

void allocate(lane_context& context, const instruction& in, u32 active) {
  for_each_lane(active, [&](unsigned lane) {
    const lane_call call(context, in, lane);
    const std::uint64_t size = call.argument(0);
    const std::uint64_t address = context.launch->heap->allocate(size);
    if (context.watch && address != 0) context.watch->allocated(context, address, size);
    call.give(address);
  });
}

void release(lane_context& context, const instruction& in, u32 active) {
  for_each_lane(active, [&](unsigned lane) {
    const u64 address = lane_call(context, in, lane).argument(0);
    if (address == 0 || context.launch->heap->release(address)) return;
    throw device_error(fmt::format(
        "simt: kernel {}: free({:#x}) of a pointer that malloc did not return or that "
        "was freed before, at {}, {}",
        context.program->name, address, place_text(*context.program, in.site), who(context, lane)));
  });
}

}  // namespace

handler find_builtin(const std::string& name) {
  if (name == "vprintf") return print;
  if (name == "__assertfail") return fail_assertion;
  if (name == "malloc") return allocate;
  if (name == "free") return release;
  return nullptr;
}

}  // namespace warpmark::simt
