// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {Rules} from "../contracts/Rules.sol";

/// @title What must hold of the rules that the registry decides by, whatever the numbers are
contract RulesProof {
    function provesAWindowIsMinutesToDays(uint64 time, uint40 cancelAfter) external pure {
        bool isLong = cancelAfter >= time && cancelAfter - time >= 60;
        assert(Rules.isWindow(time, cancelAfter) == (isLong && cancelAfter - time <= 2_592_000));
    }

    function provesAnEscrowIsCreatedClaimable(uint64 time, uint40 cancelAfter) external pure {
        assert(!Rules.isWindow(time, cancelAfter) || Rules.isClaimable(time, cancelAfter));
    }

    function provesTheDeadlineDivides(uint256 time, uint40 cancelAfter) external pure {
        assert(Rules.isClaimable(time, cancelAfter) == (time < cancelAfter));
    }

    function provesWhoRecovers(address sender, address creator, address to, uint256 time, uint40 cancelAfter) external pure {
        bool isOver = time >= cancelAfter;
        assert(Rules.mayRecover(sender, creator, to, time, cancelAfter) == (sender == creator || (isOver && to == creator)));
    }

    function provesThePayee(address to, address vault) external pure {
        assert(Rules.isPayee(to, vault) == !(to == address(0) || to == vault));
    }

    function provesTheFee(address feeToken, address token, uint256 fee, uint128 amount) external pure {
        assert(Rules.isFee(feeToken, token, fee, amount) == !(feeToken != token || fee >= amount));
    }

    function provesThePayout(uint256 balance, uint128 amount) external pure {
        uint256 paid = Rules.payout(balance, amount);
        assert(paid <= balance && paid <= amount && (paid == balance || paid == amount));
    }
}
