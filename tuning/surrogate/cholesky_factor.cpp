#include "tuning/surrogate/cholesky_factor.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace warpmark::tuning {
namespace {

// Eight independent sums: a single one would be bound by the latency of additions.
template <class B>
B dot(const float* a, const B* b, std::size_t count) {
  std::array<B, 8> sums{};
  std::size_t i = 0;
  for (; i + sums.size() <= count; i += sums.size())
    for (std::size_t lane = 0; lane < sums.size(); ++lane)
      sums[lane] += static_cast<B>(a[i + lane]) * b[i + lane];
  B rest = 0;
  for (; i < count; ++i) rest += static_cast<B>(a[i]) * b[i];
  for (const B sum : sums) rest += sum;
  return rest;
}

}  // namespace

float cholesky_factor::append(std::span<const float> row_of_k, float floor) {
  const auto begin = packed_.size();
  packed_.insert(packed_.end(), row_of_k.begin(), row_of_k.end());
  float* const mine = &packed_[begin];
  for (std::size_t j = 0; j < size_; ++j) {
    const auto other = row(j);
    mine[j] = (mine[j] - dot(mine, other.data(), j)) / other[j];
  }
  const float pivot = mine[size_] - dot(mine, mine, size_);
  mine[size_] = std::sqrt(pivot > floor ? pivot : floor);
  ++size_;
  return pivot;
}

std::vector<double> cholesky_factor::whitened(std::span<const double> v) const {
  std::vector<double> result(v.begin(), v.end());
  for (std::size_t i = 0; i < size_; ++i)
    result[i] = (result[i] - dot(row(i).data(), result.data(), i)) / row(i)[i];
  return result;
}

double cholesky_factor::sum_of_log_diagonal() const {
  double sum = 0;
  for (std::size_t i = 0; i < size_; ++i) sum += std::log(row(i)[i]);
  return sum;
}

}  // namespace warpmark::tuning
