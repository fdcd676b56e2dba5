#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <unistd.h>

#include <gtest/gtest.h>

#include "bench/core/point.hpp"
#include "variants/registry.hpp"

namespace warpmark::workers {

/// A folder in which workers (scripted_worker.cpp) find what they are to do, and points for them.
class scripted_workers : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = testing::TempDir() + "workers-" + std::to_string(::getpid());
    std::filesystem::create_directory(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  // From now on, at points of n elements.
  void plant(const std::string& fault, std::int64_t n, int times) const {
    std::ofstream(folder_ / (fault + "-" + std::to_string(n))) << times;
  }

  // How many workers have been started.
  std::ptrdiff_t starts() const {
    std::ifstream file(folder_ / "starts");
    return std::count(std::istreambuf_iterator<char>(file), {}, '\n');
  }

  static point point_of(std::int64_t n) {
    point result{.variant = built_in_registry().find_variant("reduce/serial_thread")};
    for (const auto& along : built_in_registry().find_family("reduce")->axes)
      result.problem.set(along.name, along.base);
    result.problem.set("n", n);
    for (const auto& along : result.variant->axes) result.config.set(along.name, along.base);
    return result;
  }

  std::filesystem::path folder_;
};

}  // namespace warpmark::workers
