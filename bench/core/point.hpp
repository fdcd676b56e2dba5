#pragma once

#include <string>

#include "variants/contract/family.hpp"
#include "variants/contract/variant.hpp"

namespace warpmark {

/// A variant with a problem and a config: the unit of measurement.
struct point {
  const warpmark::variant* variant = nullptr;
  warpmark::problem problem;
  warpmark::config config;

  /// "reduce/tree_sequential[type=i32,n=1024,op=sum,dist=uniform][block=256,items=1]"
  std::string key() const {
    return variant->path() + "[" + problem.canonical() + "][" + config.canonical() + "]";
  }

  /// "reduce[type=i32,n=1024,op=sum,dist=uniform]": points with the same key have the same inputs.
  std::string problem_key() const { return variant->family + "[" + problem.canonical() + "]"; }

  /// Whether every config value is the variant's default.
  bool is_base() const {
    for (const auto& along : variant->axes)
      if (*config.find(along.name) != along.base) return false;
    return true;
  }
};

}  // namespace warpmark
