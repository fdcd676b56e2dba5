#pragma once

#include <cstddef>
#include <span>

namespace warpmark::statistics {

/// The k-th smallest (k from 1) of the n (n + 1) / 2 Walsh averages (x_i + x_j) / 2, i <= j, of
/// ascending samples, exactly and without storing them: bisection over the doubles between the
/// least and the greatest, counting the averages below in O(n) each of at most 64 times. (Johnson &
/// Mizoguchi, SIAM J. Computing 7 (1978) 147-153, select with as many steps but more bookkeeping.)
double kth_walsh_average(std::span<const double> ascending, std::size_t k);

}  // namespace warpmark::statistics
