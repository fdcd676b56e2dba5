#pragma once

#include <cstdint>
#include <map>

#include "base/texture_description.hpp"
#include "bench/backends/cuda/device_session.hpp"

namespace warpmark::cuda {

/// The texture and surface objects of a card. Unless a texture lies in linear or pitched memory, it
/// has an array of the driver, which is filled from the buffer before a launch, and of a surface
/// copied back after it.
class texture_store {
 public:
  explicit texture_store(device_session& session) : session_(session) {}
  ~texture_store();
  texture_store(const texture_store&) = delete;
  texture_store& operator=(const texture_store&) = delete;

  /// The driver's handle. Throws device_error if the driver refuses the object.
  std::uint64_t create(const texture_description& described);
  void release(std::uint64_t handle) noexcept;

  /// In stream order.
  void fill(std::uint64_t handle);
  void read(std::uint64_t handle);

 private:
  struct object {
    texture_description described;
    array_handle array = nullptr;  ///< nullptr: the object lies over the buffer.
  };

  void require_driver() const;
  array_handle create_array(const texture_description& described) const;
  std::uint64_t create_object(const object& of) const;
  void copy(const object& of, bool to_array);

  device_session& session_;
  std::map<std::uint64_t, object> objects_;
};

}  // namespace warpmark::cuda
