#include "bench/backends/cuda/texture_store.hpp"

namespace warpmark::cuda {
namespace {

unsigned array_format_of(texel_format format) {
  constexpr unsigned formats[] = {0x01, 0x08, 0x02, 0x09,
                                  0x03, 0x0a, 0x10, 0x20};  // CU_AD_FORMAT_*
  return formats[static_cast<unsigned>(format)];
}

int address_mode_of(texture_address addressing) {
  constexpr int modes[] = {1, 3, 0, 2};  // CU_TR_ADDRESS_MODE_*
  return modes[static_cast<unsigned>(addressing)];
}

array_descriptor array_of(const texture_description& described) {
  array_descriptor result;
  result.width = described.width;
  result.height = described.dimensions < 2 ? 0 : described.height;
  result.depth = described.layers != 0       ? described.layers
                 : described.dimensions == 3 ? described.depth
                                             : 0;
  result.format = array_format_of(described.format);
  result.channels = described.channels;
  const bool layered = described.layers != 0 && (!described.cube || described.layers > 6);
  result.flags = (layered ? array_descriptor::layered : 0) |
                 (described.surface ? array_descriptor::surface : 0) |
                 (described.cube ? array_descriptor::cube : 0);
  return result;
}

resource_descriptor resource_of(const texture_description& described, array_handle array) {
  resource_descriptor result;
  const unsigned format = array_format_of(described.format);
  if (array != nullptr) {
    result.resource.array = array;
  } else if (described.memory == texture_memory::linear) {
    result.kind = resource_descriptor::linear;
    result.resource.memory = {described.address,     format, described.channels,
                              described.row_bytes(), 0,      0};
  } else {
    result.kind = resource_descriptor::pitch;
    result.resource.memory = {described.address, format,           described.channels,
                              described.width,   described.height, described.row_bytes()};
  }
  return result;
}

texture_descriptor sampling_of(const texture_description& described) {
  texture_descriptor result;
  result.address_mode.fill(address_mode_of(described.addressing));
  result.filter = described.linear_filter ? 1 : 0;
  const bool as_integer = !is_floating(described.format) && !described.normalized_read;
  result.flags = (as_integer ? texture_descriptor::read_as_integer : 0) |
                 (described.normalized_coordinates ? texture_descriptor::normalized : 0);
  return result;
}

}  // namespace

texture_store::~texture_store() {
  while (!objects_.empty()) release(objects_.begin()->first);
}

void texture_store::require_driver() const {
  const driver_api& driver = session_.driver();
  if (driver.array_create == nullptr || driver.array_destroy == nullptr ||
      driver.copy_3d_async == nullptr || driver.texture_create == nullptr ||
      driver.texture_destroy == nullptr || driver.surface_create == nullptr ||
      driver.surface_destroy == nullptr)
    throw device_error("the CUDA driver has no texture objects");
}

array_handle texture_store::create_array(const texture_description& described) const {
  const array_descriptor descriptor = array_of(described);
  array_handle array = nullptr;
  session_.driver().check_room(session_.driver().array_create(&array, &descriptor),
                               "cuArray3DCreate({} x {} x {}, {} channels)", descriptor.width,
                               descriptor.height, descriptor.depth, descriptor.channels);
  return array;
}

std::uint64_t texture_store::create_object(const object& of) const {
  const driver_api& driver = session_.driver();
  const resource_descriptor resource = resource_of(of.described, of.array);
  std::uint64_t handle = 0;
  if (of.described.surface) {
    driver.check(driver.surface_create(&handle, &resource), "cuSurfObjectCreate");
  } else {
    const texture_descriptor sampling = sampling_of(of.described);
    driver.check(driver.texture_create(&handle, &resource, &sampling, nullptr),
                 "cuTexObjectCreate");
  }
  return handle;
}

std::uint64_t texture_store::create(const texture_description& described) {
  require_driver();
  object added{described};
  if (described.memory == texture_memory::array) added.array = create_array(described);
  std::uint64_t handle = 0;
  try {
    handle = create_object(added);
  } catch (...) {
    if (added.array != nullptr) session_.driver().array_destroy(added.array);
    throw;
  }
  objects_[handle] = added;
  return handle;
}

void texture_store::release(std::uint64_t handle) noexcept {
  const auto found = objects_.find(handle);
  if (found == objects_.end()) return;
  const driver_api& driver = session_.driver();
  // Errors come from earlier work and are reported by the next call that can throw.
  driver.stream_synchronize(session_.stream());
  found->second.described.surface ? driver.surface_destroy(handle) : driver.texture_destroy(handle);
  if (found->second.array != nullptr) driver.array_destroy(found->second.array);
  objects_.erase(found);
}

void texture_store::copy(const object& of, bool to_array) {
  const texture_description& described = of.described;
  copy_3d move;
  copy_end& array = to_array ? move.to : move.from;
  copy_end& buffer = to_array ? move.from : move.to;
  array.kind = copy_end::array_memory;
  array.array = of.array;
  buffer.kind = copy_end::device_memory;
  buffer.device = described.address;
  buffer.pitch_bytes = described.row_bytes();
  buffer.height = described.height;
  move.width_bytes = described.row_bytes();
  move.height = described.height;
  move.depth = described.slices();
  session_.count_operations(1);
  session_.driver().check(session_.driver().copy_3d_async(&move, session_.stream()),
                          "cuMemcpy3DAsync({} x {} x {} bytes)", move.width_bytes, move.height,
                          move.depth);
}

void texture_store::fill(std::uint64_t handle) {
  const object& of = objects_.at(handle);
  if (of.array != nullptr) copy(of, true);
}

void texture_store::read(std::uint64_t handle) {
  const object& of = objects_.at(handle);
  if (of.array != nullptr && of.described.surface) copy(of, false);
}

}  // namespace warpmark::cuda
