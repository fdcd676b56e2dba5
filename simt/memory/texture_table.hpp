#pragma once

#include <cstdint>
#include <map>

#include "base/texture_description.hpp"

namespace warpmark::simt {

/// The texture and surface objects of a device, by their handles: what a kernel gets as
/// cudaTextureObject_t or cudaSurfaceObject_t.
class texture_table {
 public:
  std::uint64_t add(const texture_description& added) {
    objects_[next_] = added;
    return next_++;
  }
  void remove(std::uint64_t handle) noexcept { objects_.erase(handle); }
  /// nullptr if there is none.
  const texture_description* find(std::uint64_t handle) const {
    const auto found = objects_.find(handle);
    return found == objects_.end() ? nullptr : &found->second;
  }

 private:
  std::map<std::uint64_t, texture_description> objects_;
  std::uint64_t next_ = 0x1000'0000'0001;  // Neither an address nor a small number.
};

}  // namespace warpmark::simt
