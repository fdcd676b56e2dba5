#include "tuning/surrogate/candidates.hpp"

#include <algorithm>

namespace warpmark::tuning {

candidates::lane_values candidates::kernel_row(const block& target,
                                               const std::vector<float>& scaled_point) {
  lane_values row{};
  for (std::size_t feature = 0; feature < scaled_point.size(); ++feature) {
    const auto& there = target.features[feature];
    const float here = scaled_point[feature];
    for (std::size_t lane = 0; lane < block_size; ++lane)
      row[lane] += (here - there[lane]) * (here - there[lane]);
  }
  for (float& value : row) value = matern_kernel::of_squared_distance(value);
  return row;
}

// Forward substitution: v = (k - sum of L's entries times the rows above) / the diagonal.
void candidates::extend(block& target, const gaussian_process& by) {
  while (target.rows.size() < by.size()) {
    const auto number = target.rows.size();
    const auto factors = by.factor().row(number);
    lane_values row = kernel_row(target, by.scaled_point(number));
    for (std::size_t above = 0; above < number; ++above) {
      const float factor = factors[above];
      const lane_values& other = target.rows[above];
      for (std::size_t lane = 0; lane < block_size; ++lane) row[lane] -= factor * other[lane];
    }
    const float inverse = 1 / factors[number];
    for (std::size_t lane = 0; lane < block_size; ++lane) {
      row[lane] *= inverse;
      target.explained[lane] += row[lane] * row[lane];
    }
    target.rows.push_back(row);
  }
}

std::size_t candidates::add(const gaussian_process& by,
                            const std::vector<std::vector<float>>& points) {
  const auto first = slots();
  for (std::size_t begin = 0; begin < points.size(); begin += block_size) {
    block next{.features = std::vector<lane_values>(points.front().size()), .rows = {}};
    for (std::size_t i = begin; i < std::min(begin + block_size, points.size()); ++i) {
      const auto scaled = by.kernel().scaled(points[i]);
      for (std::size_t feature = 0; feature < scaled.size(); ++feature)
        next.features[feature][i - begin] = scaled[feature];
    }
    extend(next, by);
    blocks_.push_back(std::move(next));
  }
  return first;
}

void candidates::follow(const gaussian_process& by) {
  for (auto& lanes_block : blocks_) extend(lanes_block, by);
}

std::vector<float> candidates::means(const least_squares_mean& given) const {
  std::vector<float> result;
  result.reserve(slots());
  for (const auto& lanes_block : blocks_) {
    lane_values mean;
    mean.fill(static_cast<float>(given.mean));
    for (std::size_t row = 0; row < given.residuals.size(); ++row) {
      const auto residual = static_cast<float>(given.residuals[row]);
      for (std::size_t lane = 0; lane < block_size; ++lane)
        mean[lane] += residual * lanes_block.rows[row][lane];
    }
    result.insert(result.end(), mean.begin(), mean.end());
  }
  return result;
}

std::vector<float> candidates::chances_to_run(const gaussian_process& by,
                                              const std::vector<bool>& ran) {
  constexpr float ran_before = 0.5f, all_before = 0.6f;
  std::vector<float> result;
  for (auto& lanes_block : blocks_) {
    for (; lanes_block.counted < ran.size(); ++lanes_block.counted) {
      const auto row = kernel_row(lanes_block, by.scaled_point(lanes_block.counted));
      for (std::size_t lane = 0; lane < block_size; ++lane) {
        lanes_block.all[lane] += row[lane] * row[lane];
        if (ran[lanes_block.counted]) lanes_block.ran[lane] += row[lane] * row[lane];
      }
    }
    for (std::size_t lane = 0; lane < block_size; ++lane)
      result.push_back((lanes_block.ran[lane] + ran_before) / (lanes_block.all[lane] + all_before));
  }
  return result;
}

}  // namespace warpmark::tuning
