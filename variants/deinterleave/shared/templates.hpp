#pragma once

#include "variants/contract/template_arguments.hpp"

// The templates of kernels/deinterleave/ that plans use, with their parameters.

namespace warpmark::deinterleave::templates {

struct rearrange {
  static constexpr device_template<> source{"deinterleave/rearrange.cuh",
                                            "deinterleave::rearrange"};
  type_argument Exchange, Element;
  integer_argument width;
  bool_argument inverse, split, aligned;
  integer_argument block, unroll;
};

struct butterfly {
  static constexpr device_template<> source{"deinterleave/butterfly.cuh",
                                            "deinterleave::butterfly"};
  type_argument Word;
  integer_argument width;
};

struct byte_permute {
  static constexpr device_template<> source{"deinterleave/byte_permute.cuh",
                                            "deinterleave::byte_permute"};
  type_argument Element;
  integer_argument width;
};

struct patent_two_phase {
  static constexpr device_template<> source{"deinterleave/patent_two_phase.cuh",
                                            "deinterleave::patent_two_phase"};
  type_argument Word;
  integer_argument width, phases;
};

struct shared_exchange {
  static constexpr device_template<> source{"deinterleave/shared_exchange.cuh",
                                            "deinterleave::shared_exchange"};
  type_argument Word;
  integer_argument width;
  enumerator_argument by;
  integer_argument block;
};

struct shuffle2 {
  static constexpr device_template<> source{"deinterleave/shuffle2.cuh", "deinterleave::shuffle2"};
  type_argument Word;
  integer_argument width;
};

struct shuffle4 {
  static constexpr device_template<> source{"deinterleave/shuffle4.cuh", "deinterleave::shuffle4"};
  type_argument Word;
  integer_argument width;
};

struct vector_load {
  static constexpr device_template<> source{"deinterleave/vector_load.cuh",
                                            "deinterleave::vector_load"};
  type_argument Element;
  integer_argument width;
  bool_argument inverse, split, aligned;
  integer_argument pieces, block, unroll;
};

}  // namespace warpmark::deinterleave::templates
