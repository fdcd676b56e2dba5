#include "simt/instructions/builtins.hpp"

#include <cstring>

#include <fmt/format.h>

#include "simt/errors.hpp"
#include "simt/execution/block.hpp"
#include "simt/execution/device_heap.hpp"
#include "simt/execution/print_format.hpp"
#include "simt/execution/print_log.hpp"
#include "simt/instructions/builtin_call.hpp"
#include "simt/instructions/device_runtime.hpp"
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
    return device_bytes(context_, lane_, address, size);
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

// Returns the number of arguments, as the runtime's vprintf does.
void print(lane_context& context, const instruction& in, u32 active) {
  for_each_lane(active, [&](unsigned lane) {
    const builtin_call call(context, in, lane);
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
  const builtin_call call(context, in, lane);
  const lane_reader memory(context, lane);
  throw device_error(fmt::format("simt: {}:{}: {}: {}: assertion `{}' failed",
                                 memory.text(call.argument(1)), static_cast<u32>(call.argument(2)),
                                 memory.text(call.argument(3)), who(context, lane),
                                 memory.text(call.argument(0))));
}

void allocate(lane_context& context, const instruction& in, u32 active) {
  for_each_lane(active, [&](unsigned lane) {
    const builtin_call call(context, in, lane);
    const std::uint64_t size = call.argument(0);
    const std::uint64_t address = context.launch->heap->allocate(size);
    if (context.watch && address != 0) context.watch->allocated(context, address, size);
    call.give(address);
  });
}

void release(lane_context& context, const instruction& in, u32 active) {
  for_each_lane(active, [&](unsigned lane) {
    const u64 address = builtin_call(context, in, lane).argument(0);
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
  return find_device_runtime(name);
}

}  // namespace warpmark::simt
