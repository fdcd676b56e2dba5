#include "simt/instructions/device_runtime.hpp"

#include <cstring>

#include <fmt/format.h>

#include "simt/errors.hpp"
#include "simt/execution/device_launch_queue.hpp"
#include "simt/execution/launch_state.hpp"
#include "simt/instructions/builtin_call.hpp"
#include "simt/instructions/lanes.hpp"

// The functions of CUDA's device runtime (dynamic parallelism). All children of a grid run after
// it, one after the other, so that streams and events order nothing more.

namespace warpmark::simt {
namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;

// Values of cudaDeviceAttr.
enum class device_attribute : u32 {
  max_threads_per_block = 1,
  max_shared_bytes_per_block = 8,
  warp_size = 10,
  multiprocessors = 16,
};

constexpr u64 max_threads = 1024;  // Of a block.

u64 thread_in_grid(const lane_context& context, unsigned lane) {
  return context.block * max_threads + context.warp * 32 + lane;
}

device_launch_queue& queue_of(lane_context& context) { return *context.launch->device_launches; }

extent3 extent_at(const builtin_call& call, std::size_t argument) {
  extent3 result;
  static_assert(sizeof result == 12);
  if (const std::byte* from = call.structure(argument, sizeof result))
    std::memcpy(&result, from, sizeof result);
  return result;
}

void get_parameter_buffer(lane_context& context, const instruction& in, u32 active) {
  for_each_lane(active, [&](unsigned lane) {
    const builtin_call call(context, in, lane);
    const launch_shape shape{.grid = extent_at(call, 1),
                             .block = extent_at(call, 2),
                             .dynamic_shared_bytes = static_cast<u32>(call.argument(3))};
    call.give(queue_of(context).prepare(thread_in_grid(context, lane), call.argument(0), shape));
  });
}

void launch_device(lane_context& context, const instruction& in, u32 active) {
  for_each_lane(active, [&](unsigned lane) {
    const builtin_call call(context, in, lane);
    const u64 buffer = call.argument(0);
    const std::byte* from = device_bytes(context, lane, buffer, device_launch_queue::buffer_bytes);
    if (from == nullptr)
      throw device_error(fmt::format("simt: kernel {}: {:#x} is no parameter buffer: {}, at {}",
                                     context.program->name, buffer, who(context, lane),
                                     place_text(*context.program, in.site)));
    call.give(static_cast<u32>(
        queue_of(context).launch(thread_in_grid(context, lane), buffer, call.argument(1),
                                 context.block, {from, device_launch_queue::buffer_bytes})));
  });
}

template <bool take>
void get_last_error(lane_context& context, const instruction& in, u32 active) {
  for_each_lane(active, [&](unsigned lane) {
    builtin_call(context, in, lane)
        .give(static_cast<u32>(queue_of(context).last_error(thread_in_grid(context, lane), take)));
  });
}

// Writes a result through the pointer in argument 0, and gives cudaSuccess.
void give_through_pointer(lane_context& context, const instruction& in, unsigned lane, u64 value,
                          unsigned bytes) {
  const builtin_call call(context, in, lane);
  std::byte* to = device_bytes(context, lane, call.argument(0), bytes);
  if (to != nullptr) {
    std::memcpy(to, &value, bytes);
    context.global->mark_written(call.argument(0), bytes);
  }
  call.give(static_cast<u32>(to ? device_launch_error::none : device_launch_error::invalid_value));
}

// Streams and events.
void create_handle(lane_context& context, const instruction& in, u32 active) {
  for_each_lane(active, [&](unsigned lane) {
    give_through_pointer(context, in, lane, queue_of(context).new_handle(), 8);
  });
}

void give_zero_number(lane_context& context, const instruction& in, u32 active) {
  for_each_lane(active, [&](unsigned lane) { give_through_pointer(context, in, lane, 0, 4); });
}

void succeed(lane_context& context, const instruction& in, u32 active) {
  for_each_lane(active, [&](unsigned lane) { builtin_call(context, in, lane).give(0); });
}

void get_attribute(lane_context& context, const instruction& in, u32 active) {
  for_each_lane(active, [&](unsigned lane) {
    const builtin_call call(context, in, lane);
    switch (static_cast<device_attribute>(call.argument(1))) {
      case device_attribute::max_threads_per_block:
        return give_through_pointer(context, in, lane, max_threads, 4);
      case device_attribute::max_shared_bytes_per_block:
        return give_through_pointer(context, in, lane, 48 << 10, 4);
      case device_attribute::warp_size:
        return give_through_pointer(context, in, lane, 32, 4);
      case device_attribute::multiprocessors:
        return give_through_pointer(context, in, lane, context.launch->multiprocessors, 4);
      default:
        call.give(static_cast<u32>(device_launch_error::invalid_value));
    }
  });
}

struct runtime_function {
  std::string_view name;
  handler execute;
};

// Without "cuda" or "__cudaCDP2" before the name and "_ptsz" after it.
constexpr runtime_function runtime_functions[] = {
    {"GetParameterBufferV2", get_parameter_buffer},
    {"LaunchDeviceV2", launch_device},
    {"GetLastError", get_last_error<true>},
    {"PeekAtLastError", get_last_error<false>},
    {"StreamCreateWithFlags", create_handle},
    {"StreamDestroy", succeed},
    {"StreamWaitEvent", succeed},
    {"EventCreateWithFlags", create_handle},
    {"EventRecord", succeed},
    {"EventRecordWithFlags", succeed},
    {"EventDestroy", succeed},
    {"GetErrorString", succeed},
    {"GetErrorName", succeed},
    {"GetDevice", give_zero_number},
    {"DeviceGetAttribute", get_attribute},
};

}  // namespace

handler find_device_runtime(std::string_view name) {
  for (const std::string_view prefix : {"__cudaCDP2", "cuda"})
    if (name.starts_with(prefix)) {
      name.remove_prefix(prefix.size());
      break;
    }
  if (name.ends_with("_ptsz")) name.remove_suffix(5);
  for (const runtime_function& function : runtime_functions)
    if (function.name == name) return function.execute;
  return nullptr;
}

}  // namespace warpmark::simt
