#include "tuning/surrogate/least_squares_mean.hpp"

#include <algorithm>
#include <numeric>

namespace warpmark::tuning {

least_squares_mean least_squares(const cholesky_factor& cholesky_factor,
                                 std::span<const double> values) {
  const auto one = cholesky_factor.whitened(std::vector<double>(values.size(), 1.0));
  least_squares_mean result{
      .mean = 0, .variance = 0, .residuals = cholesky_factor.whitened(values)};
  auto& residuals = result.residuals;
  result.mean = std::inner_product(one.begin(), one.end(), residuals.begin(), 0.0) /
                std::inner_product(one.begin(), one.end(), one.begin(), 0.0);
  double squares = 0;
  for (std::size_t i = 0; i < residuals.size(); ++i) {
    residuals[i] -= result.mean * one[i];
    squares += residuals[i] * residuals[i];
  }
  result.variance = std::max(squares / static_cast<double>(values.size()), 1e-9);
  return result;
}

}  // namespace warpmark::tuning
