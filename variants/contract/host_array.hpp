#pragma once

#include <cstddef>
#include <memory>
#include <span>

namespace warpmark {

/// An array of n elements of untouched memory. The threads that generate an input touch it first,
/// so that no single thread fills a gigabyte with zeros before.
template <class T>
class host_array {
 public:
  explicit host_array(std::size_t n) : elements_(std::make_unique_for_overwrite<T[]>(n)), n_(n) {}

  operator std::span<T>() { return {elements_.get(), n_}; }
  operator std::span<const T>() const { return {elements_.get(), n_}; }
  std::span<const T> span() const { return {elements_.get(), n_}; }

  std::size_t size() const { return n_; }
  const T* data() const { return elements_.get(); }
  const T& operator[](std::size_t i) const { return elements_[i]; }

 private:
  std::unique_ptr<T[]> elements_;
  std::size_t n_;
};

}  // namespace warpmark
