#pragma once

#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "bench/backends/cuda/cuda_backend.hpp"
#include "tests/cuda/fake_cuda.hpp"

namespace warpmark::cuda {

/// Each test has a fresh fake driver; all that was taken from it must be given back.
class fake_driver : public testing::Test {
 protected:
  fake_driver();
  ~fake_driver() override;
  void TearDown() override;

  /// The backend, made at first use, so that a test can set the driver up before.
  backend& machine();
  void close() { machine_.reset(); }

  /// Ends the backend, and makes the driver forget faults and what it saw.
  void start_afresh();

  /// A loaded kernel of this name, whose code no one reads.
  backend::module_handle kernel(const std::string& name = "kernel");

  template <class T>
  std::vector<T> read(device_pointer from, std::size_t count) {
    std::vector<T> values(count);
    machine().download(std::as_writable_bytes(std::span(values)), from);
    return values;
  }

  fake_cuda::control& fake;

 private:
  std::unique_ptr<backend> machine_;
};

compiler::compiled_kernel compiled(const std::string& name, std::size_t static_shared_bytes = 0);

/// What a call throws as Error, or what it did instead.
template <class Error, class Call>
std::string message_of(Call&& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  } catch (const std::exception& error) {
    return std::string("another error: ") + error.what();
  }
  return "no error";
}

}  // namespace warpmark::cuda
