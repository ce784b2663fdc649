// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {Rules} from "../contracts/Rules.sol";

/// @title What must hold of a place in the word of states; `prove.ts` proves it of each of the 128 places
/// @notice Any word is the digits of base four above a place, the digit at the place, and the digits below. A vault reads the
///         digit at its place, and settling changes that digit and no other.
contract PlaceProof {
    uint256 private constant PLACE = 0;
    uint256 private constant PLACES_ABOVE = 127 - PLACE;

    /// @dev In the first word, in the second, and in the last that an index of 40 bits reaches.
    function provesWhereAVaultStands() external pure {
        assertPlace(0);
        assertPlace(1);
        assertPlace(2 ** 33 - 1);
    }

    function provesTheDigitIsRead(uint256 above, uint256 digit, uint256 below) external pure {
        require(above < 4 ** PLACES_ABOVE && digit < 4 && below < 4 ** PLACE);
        assert(Rules.stateIn(wordOf(above, digit, below), 4 ** PLACE) == digit);
    }

    function provesNoOtherDigitChanges(uint256 above, uint256 state, uint256 below) external pure {
        require(above < 4 ** PLACES_ABOVE && (state == 1 || state == 2) && below < 4 ** PLACE);
        assert(Rules.settled(wordOf(above, 0, below), 4 ** PLACE, state) == wordOf(above, state, below));
    }

    function wordOf(uint256 above, uint256 digit, uint256 below) private pure returns (uint256) {
        return (above * 4 + digit) * 4 ** PLACE + below;
    }

    function assertPlace(uint256 word) private pure {
        (uint256 number, uint256 unit) = Rules.placeOf(word * 128 + PLACE);
        assert(number == word && unit == 4 ** PLACE);
    }
}
