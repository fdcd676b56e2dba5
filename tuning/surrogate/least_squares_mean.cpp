#include "tuning/surrogate/least_squares_mean.hpp"

#include <algorithm>
#include <numeric>

namespace warpmark::tuning {
namespace {

double product(const std::vector<double>& a, const std::vector<double>& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

// Solves a positive definite system by elimination without pivots.
std::vector<double> solved(std::vector<std::vector<double>> rows, std::vector<double> right) {
  const auto count = rows.size();
  for (std::size_t pivot = 0; pivot < count; ++pivot)
    for (std::size_t row = pivot + 1; row < count; ++row) {
      const double factor = rows[row][pivot] / rows[pivot][pivot];
      for (std::size_t column = pivot; column < count; ++column)
        rows[row][column] -= factor * rows[pivot][column];
      right[row] -= factor * right[pivot];
    }
  for (std::size_t row = count; row-- > 0;) {
    for (std::size_t column = row + 1; column < count; ++column)
      right[row] -= rows[row][column] * right[column];
    right[row] /= rows[row][row];
  }
  return right;
}

}  // namespace

least_squares_mean least_squares(const cholesky_factor& cholesky_factor,
                                 std::span<const double> values, std::span<const mean_term> terms) {
  std::vector<std::vector<double>> columns = {
      cholesky_factor.whitened(std::vector<double>(values.size(), 1.0))};
  for (const auto& term : terms) columns.push_back(cholesky_factor.whitened(term.values));
  least_squares_mean result{
      .mean = 0, .slopes = {}, .variance = 0, .residuals = cholesky_factor.whitened(values)};
  auto& residuals = result.residuals;
  std::vector<std::vector<double>> rows;
  std::vector<double> right;
  for (std::size_t row = 0; row < columns.size(); ++row) {
    rows.emplace_back();
    for (const auto& column : columns) rows.back().push_back(product(columns[row], column));
    right.push_back(product(columns[row], residuals));
    if (row == 0) continue;
    const auto& term = terms[row - 1];
    rows.back()[row] += term.weight;
    right.back() += term.weight * term.expected_slope;
  }
  const auto coefficients = solved(std::move(rows), std::move(right));
  result.mean = coefficients.front();
  result.slopes.assign(coefficients.begin() + 1, coefficients.end());
  for (std::size_t column = 0; column < columns.size(); ++column)
    for (std::size_t i = 0; i < residuals.size(); ++i)
      residuals[i] -= coefficients[column] * columns[column][i];
  result.variance =
      std::max(product(residuals, residuals) / static_cast<double>(values.size()), 1e-9);
  return result;
}

}  // namespace warpmark::tuning
